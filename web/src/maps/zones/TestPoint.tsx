import { IconSearch } from '../../kit/icons/icons.ts'
import { week_days } from '@waybill/domain/kit/dates/week-hours'
import type { PointAnswer } from '@waybill/domain/maps/model'
import { placeText } from '@waybill/domain/maps/geometry'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { sentenceOf } from '../../kit/api/index.ts'
import { useState, type ReactNode } from 'react'
import shared from '../zone.module.css'
import { cx } from '../../kit/ui/class-names.ts'
import styles from './test-point.module.css'

const numbers: Readonly<Record<string, number>> = { mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6, sun: 0 }

/** Formats weekdays as `Mon Tue Wed`, or `Never`. */
export function daysText(days: readonly number[]): string {
  const named = week_days
    .filter(([day]) => days.includes(numbers[day] ?? -1))
    .map(([, name]) => name.slice(0, 3))
  return named.join(' ') || 'Never'
}

/** Search form for a point, and everything that the map decides for it. */
export function TestPoint({
  answer,
  error,
  busy,
  fallback_tag,
  driverName,
  onTest,
}: {
  answer: PointAnswer | undefined
  error: Error | null
  busy: boolean
  fallback_tag: string
  driverName: (username: string) => string
  onTest: (search: string) => void
}) {
  const [search, setSearch] = useState('')
  return (
    <section className={styles.test} aria-label="Test a point">
      <form
        className={styles.testForm}
        onSubmit={(event) => {
          event.preventDefault()
          if (search.trim()) onTest(search.trim())
        }}
      >
        <TextField
          {...standaloneField('place', search, setSearch)}
          label="Place"
          hint="A suburb, an address, or latitude and longitude. You can also press on the map."
          placeholder="Sandton, or -26.1076, 28.0567"
          maxLength={255}
          autoComplete="off"
        />
        <Button type="submit" icon={IconSearch} busy={busy}>
          Test
        </Button>
      </form>
      {error && (
        <Notice variant="error" live>
          {sentenceOf(error)}
        </Notice>
      )}
      {answer && !error && (
        <div aria-live="polite">
          <h3 className={styles.testHeading}>{answer.label}</h3>
          <p className={cx(shared.quiet, styles.testText)}>{placeText([answer.lng, answer.lat])}</p>
          <Facts
            of={[
              ['Branch', branchText(answer)],
              [
                'Driver zones',
                <Found
                  key="drivers"
                  none="None: stops get no driver."
                  of={answer.drivers.map((zone) => ({
                    ...zone,
                    text: [
                      zone.name,
                      zone.routing_number,
                      zone.driver ? driverName(zone.driver) : 'nobody on duty',
                    ]
                      .filter(Boolean)
                      .join(' · '),
                  }))}
                />,
              ],
              ['Rate tag', answer.rate_tag || `${fallback_tag} (fallback)`],
              [
                'Rate areas',
                <Found
                  key="rates"
                  none="None"
                  of={answer.rates.map((zone) => ({
                    ...zone,
                    text: `${zone.name} (${zone.tags.join(', ')})`,
                  }))}
                />,
              ],
              [
                'Surcharges',
                <Found
                  key="surcharges"
                  none="None"
                  of={answer.surcharges.map((zone) => ({ ...zone, text: zone.name }))}
                />,
              ],
              [
                'Exceptions',
                <Found
                  key="exceptions"
                  none="None"
                  of={answer.exceptions.map((zone) => ({ ...zone, text: `${zone.name}: ${zone.message}` }))}
                />,
              ],
              ['Collected on', daysText(answer.service_days.collection)],
              ['Delivered on', daysText(answer.service_days.delivery)],
            ]}
          />
        </div>
      )}
    </section>
  )
}

function branchText({ branch, branch_areas }: PointAnswer): ReactNode {
  if (!branch) return 'None: no area matches and no branch is near enough.'
  const how = {
    area: branch_areas[0]?.name ?? '',
    nearest: `nearest, ${branch.km ?? '?'} km`,
    default: 'default, no other branch is near enough',
  }[branch.found_by]
  return `${branch.public_name} (${branch.name}) · ${how}`
}

/** The areas that contain a point. The deciding ones are distinguished from the others. */
function Found({
  of,
  none,
}: {
  of: readonly { id: number; text: string; colour: string; decides: boolean }[]
  none: string
}) {
  if (of.length === 0) return <span className={shared.quiet}>{none}</span>
  return (
    <ul className={styles.found}>
      {of.map(({ id, text, colour, decides }) => (
        <li className={styles.foundItem} key={id} data-decides={decides ? '' : undefined}>
          <span className={shared.dot} style={{ background: colour }} aria-hidden="true" />
          <span>
            {text}
            {!decides && <span className={shared.quiet}> (lower priority)</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
