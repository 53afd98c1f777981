import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '@waybill/domain/kit/texts/format'
import { providersApi } from '@waybill/domain/platform-admin/providers-api'
import { endpointQuery } from '../kit/api/index.ts'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { formatCount } from '../kit/ui/values/numbers.ts'
import { ScrollRegion } from '../kit/ui/page-layout/ScrollRegion.tsx'
import { Loading, RegionError } from '../kit/ui/states/States.tsx'
import styles from './use-card.module.css'

const columns = [
  ['shipments', 'Shipments'],
  ['emails', 'E-mails'],
  ['sms', 'SMS'],
  ['whatsapp', 'WhatsApp'],
] as const

const nameOf = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-ZA', {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })

/** Shows what a company used month by month, as on its bill. */
export function UseCard({ id }: { id: number }) {
  const query = useQuery(endpointQuery(providersApi.use, { id }))
  const { data } = query
  return (
    <Card title="Use by month" note={data && `${formatBytes(data.storage_bytes)} of files stored.`} flush>
      {query.error && !data ? (
        <RegionError thrown={query.error} what="Use" onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Loading />
      ) : (
        <ScrollRegion label="Use by month" className={styles.monthsFrame}>
          <table className={styles.use}>
            <thead>
              <tr>
                <th scope="col">Month</th>
                {columns.map(([key, label]) => (
                  <th key={key} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.months.map((row) => (
                <tr key={row.month}>
                  <th scope="row">{nameOf(row.month)}</th>
                  {columns.map(([key]) => (
                    <td key={key}>{formatCount(row[key])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Card>
  )
}
