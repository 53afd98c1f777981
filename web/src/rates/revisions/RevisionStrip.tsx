import { IconAlertTriangle, IconCircleCheck } from '../../kit/icons/icons.ts'
import { gridOf } from '@waybill/domain/rates/price-grid/price-grid'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { addressOfPlace, percentageFacts, startText } from '../rate-texts.ts'
import styles from './revision-strip.module.css'
import type { RateBook } from '../use-rate-book.ts'

/**
 * Summary line of a revision: start, base revision, number of varied cells, percentages such as the fuel charge, and
 * problems or warnings before publishing.
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
    ...percentageFacts(content.rate_adjustments, dayOf(new Date())),
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
