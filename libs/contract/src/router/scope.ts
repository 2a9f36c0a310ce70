/** What a credential allows. */
export const scopes = ['read', 'write', 'auction', 'admin'] as const;
export type Scope = (typeof scopes)[number];
