import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show, cleanUp } from '../../sample-page.tsx'
import { min_width, type Column, type Columns } from '../columns/columns.ts'
import { max_fitting_width } from '../columns/fitting-width.ts'
import shared from '../table.module.css'
import { TableHead } from './TableHead.tsx'

afterEach(cleanUp)

const columns: readonly Column<string>[] = [
  { key: 'note', title: 'Note', cell: (text) => <span>{text}</span>, text: (text) => text },
  { key: 'other', title: 'Other', cell: () => '–', text: () => '–' },
]

function Sample({ rows }: { rows: readonly string[] }) {
  const [width, setWidth] = useState(150)
  const arranged: Columns<string> = {
    all: columns,
    shown: columns,
    isShown: () => true,
    widthOf: ({ key }) => (key === 'note' ? width : 150),
    fitted: () => arranged,
    toggle: () => undefined,
    move: () => undefined,
    resize: (_, next) => setWidth(Math.max(min_width, next)),
    reset: () => undefined,
  }
  return (
    <div style={{ width: 900 }}>
      <table className={shared.table} style={{ width: width + 150 }}>
        <TableHead
          columns={arranged}
          list={undefined}
          selection={null}
          rows={rows}
          idOf={(row) => row}
          hasMenu={false}
        />
        <tbody>
          {rows.map((row) => (
            <tr key={row} className={shared.row}>
              {columns.map((column) => (
                <td key={column.key}>{column.cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

async function widthAfterDoubleClick(rows: readonly string[]): Promise<number> {
  await show(<Sample rows={rows} />)
  const heading = page.getByRole('columnheader', { name: 'Note' }).element()
  await userEvent.dblClick(heading.querySelector(`.${shared.grip}`) as HTMLElement)
  return heading.getBoundingClientRect().width
}

it('fits a column to its widest shown cell on a double click on its edge', async () => {
  const long = 'Left at the gate with the security guard'
  const wide = await widthAfterDoubleClick(['Short', long])
  const cell = page.getByRole('cell', { name: long }).element()
  expect(cell.scrollWidth).toBe(cell.clientWidth)
  expect(wide).toBeGreaterThan(200)
  await cleanUp()
  expect(await widthAfterDoubleClick(['Short'])).toBeLessThan(150)
})

it.each([
  ['the least width for short text', ['1'], min_width],
  ['the largest width for very long text', ['Left with the guard. '.repeat(20)], max_fitting_width],
])('gives a column %s on a double click on its edge', async (_, rows, width) => {
  expect(await widthAfterDoubleClick(rows)).toBe(width)
})
