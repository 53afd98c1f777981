import { IconDownload } from '../../icons/kit-icons.ts'
import { download_words, type DownloadAnswer, type DownloadFormat } from '@waybill/domain/kit/lists/download'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { useState } from 'react'
import { showError } from '../../layers/alerts.ts'
import { toast } from '../../layers/toasts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Menu } from '../../ui/layers/Menu.tsx'
import { useColumns, type Column } from '../columns/columns.ts'
import { downloadText, toCsv } from './csv.ts'
import { download } from './download.ts'

/** 'Export' menu: the current page as CSV with the displayed or all columns, or everything that matches the filters. */
export function ExportMenu<Row>({
  name,
  columns,
  rows,
  fetchAll,
  requestFile,
}: {
  /** The same name as the table’s, so that the export has the columns on screen. */
  name: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Reads everything that matches the filters; without it only the page can be exported. */
  fetchAll?: () => Promise<readonly Row[]>
  /** Requests a file of everything that matches from the server, with no size limit; replaces `fetchAll`. */
  requestFile?: (format: DownloadFormat) => Promise<DownloadAnswer>
}) {
  const { shown } = useColumns(name, columns)
  const [isBusy, setBusy] = useState(false)
  const write = (from: readonly Column<Row>[], found: readonly Row[]): void => {
    if (found.length === 0) {
      toast.info(download_words.nothing)
      return
    }
    const table = [
      from.map((column) => column.title),
      ...found.map((row) => from.map((column) => column.text(row))),
    ]
    downloadText(`${name.replaceAll('_', '-')}-${dayOf(new Date())}.csv`, toCsv(table))
    toast.success(`${found.length} rows exported`)
  }
  const writeAll = async (): Promise<void> => {
    setBusy(true)
    try {
      write(shown, (await fetchAll?.()) ?? [])
    } catch (thrown) {
      showError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const writeFile = async (format: DownloadFormat): Promise<void> => {
    if (!requestFile) return
    setBusy(true)
    await download(() => requestFile(format))
    setBusy(false)
  }
  return (
    <Menu
      label="Export"
      entries={[
        { heading: 'CSV' },
        { label: 'This page, these columns', onSelect: () => write(shown, rows) },
        { label: 'This page, all columns', onSelect: () => write(columns, rows) },
        ...(requestFile
          ? [
              { heading: 'Everything that matches' },
              { label: 'As CSV', onSelect: () => writeFile('csv') },
              { label: 'As Excel workbook', onSelect: () => writeFile('xlsx') },
            ]
          : fetchAll
            ? [{ label: 'All that match, these columns', onSelect: () => writeAll() }]
            : []),
      ]}
    >
      {(trigger) => (
        <Button {...trigger} icon={IconDownload} busy={isBusy}>
          Export
        </Button>
      )}
    </Menu>
  )
}
