export type { DemoService, DemoUser } from './demo-service.ts';
export { startDemoService } from './demo-service.ts';
