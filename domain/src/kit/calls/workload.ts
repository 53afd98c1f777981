/**
 * The workload class of a call or job. Each class has its own capacity: scans, drivers and payment notifications use
 * `field`; pages use `interactive` and wait only for other pages; documents, exports, imports, long lists and jobs
 * share `heavy`.
 */
export const workloads = ['field', 'interactive', 'heavy'] as const
export type Workload = (typeof workloads)[number]
