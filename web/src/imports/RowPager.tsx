import { Button } from '../kit/ui/buttons/Button.tsx'
import { Row } from '../kit/ui/page-layout/Layout.tsx'
import { formatCount } from '../kit/ui/values/numbers.ts'
import styles from './row-pager.module.css'
import { rows_of_page } from './use-job.ts'

/** Displays '1–20 of 340' and page links; nothing when all rows fit on one page. */
export function RowPager({
  offset,
  total,
  onTurn,
}: {
  offset: number
  total: number
  onTurn: (offset: number) => void
}) {
  if (total <= rows_of_page) return null
  return (
    <div className={styles.pager}>
      <span>
        {formatCount(offset + 1)}–{formatCount(Math.min(total, offset + rows_of_page))} of{' '}
        {formatCount(total)}
      </span>
      <Row>
        <Button
          reason={offset === 0 ? 'This is the first page.' : null}
          onClick={() => onTurn(Math.max(0, offset - rows_of_page))}
        >
          Previous
        </Button>
        <Button
          reason={offset + rows_of_page >= total ? 'This is the last page.' : null}
          onClick={() => onTurn(offset + rows_of_page)}
        >
          Next
        </Button>
      </Row>
    </div>
  )
}
