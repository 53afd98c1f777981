/** Which hosts the pages of a company may be sent to, beyond its own: named by the operator, or `any`. */
export type AllowedHosts = readonly string[] | 'any'
