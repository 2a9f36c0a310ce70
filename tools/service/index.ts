export type { DemoService, DemoUser } from './demo-service.ts';
export { startDemoService } from './demo-service.ts';
export { serviceFlags } from './service-flags.ts';
