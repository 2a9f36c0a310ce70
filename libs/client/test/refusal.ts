import { ServiceError } from '@auction-tiers/contract';

export const unavailable = (retryAfterS = 2) => new ServiceError('unavailable', 'out of reach', { retryAfterS });
export const exceeded = (retryAfterS: number) => new ServiceError('rate_exceeded', 'too many', { retryAfterS });
export const notFound = () => new ServiceError('not_found', 'there is no such object');
