import { formatPercent } from '@waybill/domain/kit/texts/format'
import { formatRand } from '@waybill/domain/kit/money'
import type { Rate } from '@waybill/domain/rates/model'
import type { ReactNode } from 'react'
import { ByPosition } from '../../../kit/ui/ByPosition.tsx'
import { Button } from '../../../kit/ui/buttons/Button.tsx'
import { ScrollRegion } from '../../../kit/ui/page-layout/ScrollRegion.tsx'
import { Tag } from '../../../kit/ui/values/Value.tsx'
import { usePhone } from '../../../kit/ui/page-layout/use-phone.ts'
import { collectionText, deliveryText } from '../pricing/estimate-texts.ts'
import { fastest, priceLines, vatOf, weightSentence, weightShort } from '../pricing/price-lines.ts'
import styles from './quote-table.module.css'

interface QuoteLine {
  title: string
  cell: (rate: Rate) => ReactNode
}

/** The services side by side, cheapest first, with price, dates, weight and the price lines. */
export function QuoteTable({
  rates,
  onSend,
  verb,
}: {
  rates: readonly Rate[]
  onSend: (code: string) => void
  verb: string
}) {
  const isPhone = usePhone()
  const now = new Date()
  const quickest = rates.length > 1 ? fastest(rates) : null
  const tagOf = (rate: Rate): string => {
    if (rates.length > 1 && rate === rates[0] && rate.rate !== null) return 'Cheapest'
    return rate === quickest ? 'Fastest' : ''
  }
  const lines: readonly QuoteLine[] = [
    {
      title: 'Arrives',
      cell: (rate) => <strong className={styles.strong}>{capital(deliveryText(rate, now))}</strong>,
    },
    { title: 'Collected', cell: (rate) => <>{capital(collectionText(rate, now))}</> },
    {
      title: 'Price is for',
      cell: (rate) => (
        <>
          {weightShort(rate)}
          <span className={styles.cellNote}>{weightSentence(rate)}</span>
        </>
      ),
    },
    { title: 'Made up of', cell: (rate) => <MadeOf rate={rate} /> },
  ]
  const shown = rates[0]?.rate === null ? lines.slice(0, 2) : lines
  const button = (rate: Rate, at: number): ReactNode => (
    <Button
      variant={at === 0 ? 'primary' : 'secondary'}
      full
      aria-label={`${verb}: ${rate.service_level.name}`}
      onClick={() => onSend(rate.service_level.code)}
    >
      {verb}
    </Button>
  )
  if (isPhone)
    return (
      <ul>
        {rates.map((rate, at) => (
          <li key={rate.service_level.code} className={styles.quoteCard}>
            <Head rate={rate} tag={tagOf(rate)} />
            <dl className={styles.cardLines}>
              {shown.map(({ title, cell }) => (
                <div className={styles.cardLinesPart} key={title}>
                  <dt className={styles.cardLinesTerm}>{title}</dt>
                  <dd>{cell(rate)}</dd>
                </div>
              ))}
            </dl>
            {button(rate, at)}
          </li>
        ))}
      </ul>
    )
  return (
    <ScrollRegion className={styles.tableScroll} label="Services compared">
      <table className={styles.table}>
        <thead>
          <tr>
            <td>{`${rates.length} ${rates.length === 1 ? 'service' : 'services'}${rates.length > 1 ? ', cheapest first' : ''}`}</td>
            {rates.map((rate) => (
              <th key={rate.service_level.code} scope="col">
                <Head rate={rate} tag={tagOf(rate)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ title, cell }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {rates.map((rate) => (
                <td key={rate.service_level.code}>{cell(rate)}</td>
              ))}
            </tr>
          ))}
          <tr>
            <td />
            {rates.map((rate, at) => (
              <td key={rate.service_level.code}>{button(rate, at)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Head({ rate, tag }: { rate: Rate; tag: string }) {
  return (
    <div className={styles.head}>
      <span className={styles.tag}>{tag && <Tag>{tag}</Tag>}</span>
      <span className={styles.name}>{rate.service_level.name}</span>
      {rate.rate !== null && (
        <>
          <span className={styles.price}>{formatRand(rate.rate)}</span>
          <span className={styles.cellNote}>including VAT, estimate</span>
        </>
      )}
    </div>
  )
}

function MadeOf({ rate }: { rate: Rate }) {
  const vat = vatOf(rate)
  return (
    <>
      <ByPosition of={priceLines(rate).filter(({ label, amount }) => label !== 'Insurance' || amount !== 0)}>
        {(line) => (
          <span className={styles.part}>
            {line.label}{' '}
            <span className="tabular">{line.amount === null ? '' : formatRand(line.amount)}</span>
          </span>
        )}
      </ByPosition>
      {vat !== null && (
        <span
          className={styles.cellNote}
        >{`VAT ${formatPercent(rate.base_rate.vat_percentage)} included: ${formatRand(vat)}`}</span>
      )}
    </>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
