import type { LoadedFile } from '@waybill/domain/move-in/api'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import { PartialListNotice } from '../kit/ui/states/PartialListNotice.tsx'
import { formatCount } from '../kit/ui/values/numbers.ts'
import { LineTable } from './LineTable.tsx'

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
      <PartialListNotice
        shown={problems.length}
        total={count}
        what="wrong cells"
        rest="Correct these to see the rest."
      />
      <Card title="Wrong cells" flush>
        <LineTable
          label="Wrong cells"
          headings={['Line', 'Column', 'Problem']}
          lines={problems.map(({ line, column, message }) => [String(line), column, message])}
        />
      </Card>
    </>
  )
}
