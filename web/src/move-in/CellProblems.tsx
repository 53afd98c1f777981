import type { LoadedFile } from '@waybill/domain/move-in/api'
import { ScrollRegion } from '../kit/ui/page-layout/ScrollRegion.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import { PartialListNotice } from '../kit/ui/states/PartialListNotice.tsx'
import { formatCount } from '../kit/ui/values/numbers.ts'
import styles from './move-in-tables.module.css'

/** Lists the wrong cells of a file with line and column. */
export function CellProblems({ problems, count }: { problems: LoadedFile['problems']; count: number }) {
  return (
    <>
      <Notice
        variant="error"
        title={count === 1 ? 'One cell is wrong.' : `${formatCount(count)} cells are wrong.`}
        live
      >
        Nothing is stored until every cell is right. Correct the file and choose it again.
      </Notice>
      <Card title="Wrong cells" flush>
        {problems.length < count && (
          <PartialListNotice shown={problems.length} total={count} what="wrong cells" how="Correct these first." />
        )}
        <ScrollRegion label="Wrong cells">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">Column</th>
                <th scope="col">Problem</th>
              </tr>
            </thead>
            <tbody>
              {problems.map(({ line, column, message }) => (
                <tr key={`${line} ${column} ${message}`}>
                  <td>{line}</td>
                  <td>{column}</td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </Card>
    </>
  )
}
