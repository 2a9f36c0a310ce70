export { drawReservePool, type Outcome, type Pool, type PooledAuction, type ReserveMarket } from './pool.ts';
export { simulateExperiment, type SimulatedExperiment, trueAnswer } from './simulated-experiment.ts';
