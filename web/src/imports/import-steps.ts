/** Names of the import steps. */
export const import_steps = ['File', 'Columns', 'Check', 'Run'] as const
