import type { NamedThing, SettingControl } from '@waybill/domain/kit/setting-control'
import type { Option } from '../../../kit/form/choices/options.ts'

/** What a name is the name of, in this row; `null` where it is written freely. */
export function thingOf(
  of: Extract<SettingControl, { kind: 'named' }>['of'],
  row: Readonly<Record<string, unknown>> | undefined,
): NamedThing | null {
  return typeof of === 'string' ? of : (of.when[String(row?.[of.column])] ?? null)
}

/** What there is to choose; a name that is stored and that nothing has any more stays, and says so. */
export function optionsWithStored(
  thereAre: readonly Option<string>[],
  stored: string,
): readonly Option<string>[] {
  const isRecognised = stored === '' || thereAre.some(({ value }) => value === stored)
  return isRecognised ? thereAre : [...thereAre, { value: stored, label: stored, hint: 'not found' }]
}
