/**
 * The column of a list that a caller asks for by name, else `defaultOrder`. The name is looked up among the list's own
 * columns only, never among what every object has.
 */
export function sortColumn<Column>(
  columns: Readonly<Record<string, Column>>,
  asked: string | undefined,
  defaultOrder: Column,
): Column {
  return (asked !== undefined && Object.hasOwn(columns, asked) ? columns[asked] : undefined) ?? defaultOrder
}

/** The same for a list whose columns are called as they are asked for. */
export function sortName<Name extends string>(
  names: readonly Name[],
  asked: string | undefined,
  defaultOrder: NoInfer<Name>,
): Name {
  return names.find((one) => one === asked) ?? defaultOrder
}
