import type { Difference } from '@waybill/domain/rates/price-books/compare-price-books'
import { useState } from 'react'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { EmptyState } from '../../kit/ui/states/States.tsx'
import { None } from '../../kit/ui/values/Value.tsx'
import { addressOfPlace } from '../rate-texts.ts'
import shared from '../rates.module.css'
import styles from './difference-table.module.css'
import { ScrollRegion } from '../../kit/ui/page-layout/ScrollRegion.tsx'

const max_visible = 100

/** Table of the differences between two revisions; each row links to its place in the newer revision. */
export function DifferenceTable({
  differences,
  revision,
  from,
  to,
}: {
  differences: readonly Difference[]
  revision: number
  from: string
  to: string
}) {
  const [isAll, setAll] = useState(false)
  if (differences.length === 0)
    return <EmptyState title="No differences">{`${to} and ${from} are the same.`}</EmptyState>
  const shown = isAll ? differences : differences.slice(0, max_visible)
  return (
    <ScrollRegion label="Differences" className={shared.scroll}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">{`${formatCount(differences.length)} ${differences.length === 1 ? 'difference' : 'differences'}`}</th>
            <th scope="col">{from}</th>
            <th scope="col">{to}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((difference) => (
            <tr key={difference.subject}>
              <td>
                <AppLink to={addressOfPlace(difference.place, revision)}>{difference.subject}</AppLink>
              </td>
              <td>
                {difference.from === null ? (
                  <None />
                ) : (
                  <del className={styles.tableFormer}>{difference.from}</del>
                )}
              </td>
              <td>{difference.to ?? <None />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < differences.length && (
        <Button variant="link" onClick={() => setAll(true)}>
          {`Show all ${formatCount(differences.length)}`}
        </Button>
      )}
    </ScrollRegion>
  )
}
