/**
 * What kind of load a call or job is, which decides what it may hold up: scans, drivers and payment notices have room of
 * their own (`field`), pages wait only for pages (`interactive`), and documents, exports, imports, long lists and jobs
 * share the rest (`heavy`).
 */
export const workloads = ['field', 'interactive', 'heavy'] as const
export type Workload = (typeof workloads)[number]
