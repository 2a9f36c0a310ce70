export * from './assignment.ts';
