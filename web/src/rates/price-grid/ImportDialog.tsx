import { lostFormulas } from '@waybill/domain/rates/price-grid/price-grid'
import { readGridCsv, type CsvProblem } from '@waybill/domain/rates/price-grid/grid-csv'
import type { RateGroup, ServiceLevel } from '@waybill/domain/rates/price-books/price-book'
import type { RateEdit } from '@waybill/domain/rates/revisions/revisions'
import { useState } from 'react'
import { FileField } from '../../kit/form/FileField.tsx'
import { fileText, spreadsheet_types } from '../../kit/import/file-text.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { sentenceOf } from '../../kit/api/error-text.ts'
import shared from '../rates.module.css'
import type { RateBook } from '../use-rate-book.ts'
import { zonesOf } from '../price-books/lane-ends.ts'

/** Maximum number of problems to list. */
const max_listed = 50

interface Read {
  name: string
  edits: readonly RateEdit[]
  problems: readonly CsvProblem[]
}

/**
 * Imports the prices of one group and service level from a file. The file is checked first, then stored completely or
 * not at all.
 */
export function ImportDialog({
  book,
  group,
  service,
  onClose,
}: {
  book: RateBook
  group: RateGroup
  service: ServiceLevel
  onClose: () => void
}) {
  const [read, setRead] = useState<Read | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const open = async (file: File): Promise<void> => {
    setError(null)
    let text: string
    try {
      text = await fileText(file)
    } catch (thrown) {
      setRead(null)
      setError(thrown as Error)
      return
    }
    setRead({
      name: file.name,
      ...readGridCsv(text, book.detail.book, group.id, service.id, zonesOf(book.detail)),
    })
  }
  const store = (): void => {
    if (!read) return
    setBusy(true)
    book.change(read.edits).then(
      () => {
        toast.success(`${formatCount(read.edits.length)} lanes imported`)
        onClose()
      },
      (thrown: Error) => {
        setBusy(false)
        setError(thrown)
      },
    )
  }
  const lost = read ? lostFormulas(book.detail.book, read.edits) : []
  const mayStore = read !== null && read.problems.length === 0 && read.edits.length > 0
  return (
    <Modal
      title={`Import prices of ${service.name} for ${group.name}`}
      width="wide"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={busy}
            reason={mayStore ? null : 'Choose a file with changes and without problems.'}
            onClick={store}
          >
            {mayStore ? `Import ${formatCount(read.edits.length)} lanes` : 'Import'}
          </Button>
        </>
      }
    >
      <div className={shared.stack}>
        <p>
          Use the same columns as the export: From, To, Both ways, then one column per weight band. Lanes that
          are not in the file stay as they are.
        </p>
        <FileField
          label="CSV or Excel file"
          accept={`.csv,text/csv,${spreadsheet_types}`}
          onChoose={(file) => void open(file)}
        />
        {error && <Notice variant="error">{sentenceOf(error)}</Notice>}
        {read && read.problems.length === 0 && (
          <Notice variant={read.edits.length > 0 && lost.length === 0 ? 'success' : 'info'}>
            {read.edits.length > 0
              ? `${read.name}: ${formatCount(read.edits.length)} lanes will change.`
              : `${read.name} is the same as the draft.`}
          </Notice>
        )}
        {lost.length > 0 && (
          <Notice
            variant="warning"
            title={
              lost.length === 1
                ? '1 formula will be replaced.'
                : `${formatCount(lost.length)} formulas will be replaced.`
            }
          >
            <ul className={shared.reasons}>
              {lost.map(({ name, formula }) => (
                <li key={name}>{`${name}: ${formula}`}</li>
              ))}
            </ul>
          </Notice>
        )}
        {read && read.problems.length > 0 && (
          <>
            <Notice variant="error" live title="Nothing can be imported yet.">
              {`${formatCount(read.problems.length)} cells of ${read.name} need to be corrected.`}
            </Notice>
            <table className={shared.table}>
              <thead>
                <tr>
                  <th scope="col">Line</th>
                  <th scope="col">Column</th>
                  <th scope="col">Problem</th>
                </tr>
              </thead>
              <tbody>
                {read.problems.slice(0, max_listed).map(({ line, column, message }) => (
                  <tr key={`${line} ${column} ${message}`}>
                    <td>{line}</td>
                    <td>{column}</td>
                    <td>{message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
      </div>
    </Modal>
  )
}
