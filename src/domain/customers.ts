/** D25. */
export const CUSTOMER_TYPES = ['PRIVATE', 'CORPORATE'] as const
export type CustomerType = (typeof CUSTOMER_TYPES)[number]
