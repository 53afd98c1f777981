import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { valueOn } from '@waybill/domain/rates/charges/adjustments'
import { gridOf } from '@waybill/domain/rates/price-grid/price-grid'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import { addressOfPlace, startText } from '../rate-texts.ts'
import styles from './revision-strip.module.css'
import type { RateBook } from '../use-rate-book.ts'

/**
 * Summary line of a revision: start, base revision, number of varied cells, fuel charge, and problems or warnings
 * before publishing.
 */
export function RevisionStrip({
  book,
  group,
  service,
}: {
  book: RateBook
  /** Group of the displayed grid, if a grid is displayed. */
  group?: number | undefined
  service?: number | undefined
}) {
  const { revision, problems, warnings, book: content } = book.detail
  const grid = group !== undefined && service !== undefined ? gridOf(content, group, service) : null
  const level = book.compiled.services.find(({ id }) => id === service)
  const [first] = [...problems, ...warnings]
  const open = problems.length > 0 ? problems.length : warnings.length
  const facts: [string, string][] = [
    ['Valid from', startText(revision.valid_from, formatDateTime)],
    ...(revision.valid_until
      ? [['Until', formatDateTime(revision.valid_until)] satisfies [string, string]]
      : []),
    ['Based on', revision.based_on_name ?? '–'],
    ...(grid && grid.lineage.length > 1
      ? [['Varied cells', `${grid.varied} of ${grid.cells}`] satisfies [string, string]]
      : []),
    ['Fuel charge', fuelText(book)],
    ...(level
      ? [
          [
            'Volumetric factor',
            `${level.volumetric_factor}, ${level.weight_rounding.replaceAll('_', ' ')}`,
          ] satisfies [string, string],
        ]
      : []),
    ['Prices', book.detail.settings.rates_include_vat ? 'include VAT' : 'exclude VAT'],
  ]
  return (
    <section className={styles.strip} aria-label="This revision">
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt className={styles.factTerm}>{name}</dt>
            <dd className={styles.factValue}>{value}</dd>
          </div>
        ))}
      </dl>
      {book.isDraft && (
        <div className={styles.settle} data-open={first ? '' : undefined}>
          <Icon className={styles.settleIcon} of={first ? IconAlertTriangle : IconCircleCheck} />
          <p className={styles.settleText} aria-live="polite">
            {first ? (
              <>
                <strong>
                  {`${open} ${open === 1 ? 'thing' : 'things'} to ${problems.length > 0 ? 'settle' : 'confirm'} before publishing.`}
                </strong>{' '}
                {first.message}
              </>
            ) : (
              'Ready to publish.'
            )}
          </p>
          {first && (
            <ButtonLink size="xs" to={addressOfPlace(first.place, revision.id)}>
              Go to it
            </ButtonLink>
          )}
        </div>
      )}
    </section>
  )
}

/** Formats the fuel charge: `12.5 %, 13 % from 3 Dec 2025`. The adjustment is found by its name. */
function fuelText({ detail }: RateBook): string {
  const fuel = detail.book.rate_adjustments.find(({ name, is_active }) => is_active && /fuel/i.test(name))
  if (!fuel) return 'none'
  const today = dayOf(new Date())
  const next = fuel.history
    .filter(({ effective_date }) => effective_date > today)
    .toSorted((a, b) => (a.effective_date < b.effective_date ? -1 : 1))[0]
  const now = `${valueOn(fuel, today)} %`
  return next ? `${now}, ${next.charge_value} % from ${dayText(next.effective_date)}` : now
}
