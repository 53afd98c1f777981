import { useQuery } from '@tanstack/react-query'
import { isOffice } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { confirmSentence, doubtSentence, type DriverChoice } from '@waybill/domain/shipments/driver-doubts'
import { endpointQuery } from '../kit/api/index.ts'
import { Checkbox } from '../kit/form/choices/Choices.tsx'
import type { FieldAppearance } from '../kit/form/FieldFrame.tsx'
import type { Option } from '../kit/form/choices/options.ts'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import type { FieldBinding } from '../kit/form/use-form.ts'
import { useMe } from '../kit/session/me.ts'
import { formatCount } from '../kit/ui/values/numbers.ts'
import { Notice } from '../kit/ui/states/Notice.tsx'

/**
 * Returns the drivers that can be assigned to `work`; empty while loading, and always empty for customers and
 * drivers.
 */
export function useDriverChoices(driverWork: Input<typeof shipmentsApi.drivers>): readonly DriverChoice[] {
  const me = useMe()
  const { data } = useQuery({ ...endpointQuery(shipmentsApi.drivers, driverWork), enabled: isOffice(me) })
  return data?.drivers ?? []
}

/**
 * Returns the problem of the field `assign_anyway` while a driver with doubts is chosen and not confirmed; otherwise
 * an empty list.
 */
export function unconfirmedDriver(
  choices: readonly DriverChoice[],
  username: string | null,
  assignAnyway: boolean,
): FieldProblem[] {
  const chosen = choices.find((one) => one.username === username)
  if (!chosen || chosen.doubts.length === 0 || assignAnyway) return []
  return [{ field: 'assign_anyway', message: confirmSentence(chosen.name, chosen.doubts) }]
}

/**
 * Field for choosing a driver for a collection or delivery. Each option displays branch, zones and number of stops,
 * or the doubts about the driver. A driver with doubts is assigned only if the user ticks “Assign anyway”
 * (docs/domain/routing-and-drivers.md#who-may-be-given-work).
 */
export function DriverField<Held extends string | null>({
  driver,
  anyway,
  choices,
  always = false,
  ...appearance
}: {
  driver: FieldBinding<Held>
  anyway: FieldBinding<boolean>
  choices: readonly DriverChoice[]
  /**
   * Displays “Assign anyway” for every chosen driver. For forms where the stops are not known yet, so that more
   * doubts can follow.
   */
  always?: boolean
  placeholder?: string
  clearable?: boolean
  none?: Held
} & Omit<FieldAppearance, 'label'> & { label?: string }) {
  const chosen = choices.find(({ username }) => username === driver.value)
  const { doubts = [] } = chosen ?? {}
  return (
    <>
      <SelectField<string, Held>
        label="Driver"
        placeholder="Type a name"
        {...appearance}
        {...driver}
        options={choices.map(optionOf)}
        onChange={(username) => {
          anyway.onChange(false)
          driver.onChange(username)
        }}
      />
      {chosen && doubts.length > 0 && (
        <Notice variant="warning" live>
          <p>{doubtSentence(chosen.name, doubts)}</p>
          <Checkbox {...anyway} label="Assign anyway" />
        </Notice>
      )}
      {chosen && doubts.length === 0 && always && (
        <Checkbox
          {...anyway}
          label="Assign anyway"
          hint="Also allows shipments of other branches and zones, and more than the driver’s vehicle or day can take."
        />
      )}
    </>
  )
}

/** Converts a driver to an option. The hint displays branch, zones and stops, or the doubts if there are any. */
function optionOf({ username, name, branch_name, zones, stops, doubts }: DriverChoice): Option<string> {
  const facts = [branch_name, zones.join(', '), stops === 1 ? '1 stop' : `${formatCount(stops)} stops`]
  return {
    value: username,
    label: name,
    words: username,
    hint: doubts.length > 0 ? `⚠ ${doubts.join(', ')}` : facts.filter(Boolean).join(' · '),
  }
}
