export * from './model.ts';
export * from './targeting/model.ts';
