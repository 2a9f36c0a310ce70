export { drawReservePool, type Outcome, type Pool, type PooledAuction, type ReserveMarket } from './pool.ts';
export { runTrial, type Trial, trueAnswer } from './trial.ts';
