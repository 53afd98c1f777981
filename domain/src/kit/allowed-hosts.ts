/** The hosts, besides a company's own, to which its pages may be sent: a list from the operator, or `any`. */
export type AllowedHosts = readonly string[] | 'any'
