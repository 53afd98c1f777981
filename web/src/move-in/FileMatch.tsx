import { IconDownload } from '../kit/icons/icons.ts'
import { matchHeadings, type ColumnMap } from '@waybill/domain/kit/csv/match-headings'
import { readCsvTable } from '@waybill/domain/kit/csv/read-csv'
import type { MoveInColumn } from '@waybill/domain/move-in/columns'
import { useState, type ReactNode } from 'react'
import { sentenceOf } from '../kit/api/index.ts'
import { FileField } from '../kit/form/FileField.tsx'
import { ColumnMatch } from '../kit/import/ColumnMatch.tsx'
import { fileText, spreadsheet_types } from '../kit/import/file-text.ts'
import { usePreference } from '../kit/preferences/preferences.ts'
import { downloadText, toCsv } from '../kit/table/export/csv.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Row, Stack } from '../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'

/** A file that was chosen, with the column that each heading is read as. */
export interface MatchedFile {
  name: string
  content: string
  columns: ColumnMap
}

interface Chosen extends MatchedFile {
  table: Exclude<ReturnType<typeof readCsvTable>, { problem: string }>
  guessed: readonly string[]
}

/** Chooses a CSV or Excel file and matches its headings to columns; the matches are remembered for the next file. */
export function FileMatch({
  memory,
  known,
  template,
  about,
  busy,
  submit,
  onChange,
  onSubmit,
}: {
  /** The preference under which the matches are remembered. */
  memory: string
  known: readonly MoveInColumn[]
  /** File name of the template. */
  template: string
  about: ReactNode
  busy: boolean
  submit: string
  /** Called when the file or a match changes, so that an earlier result no longer counts. */
  onChange: () => void
  onSubmit: (file: MatchedFile) => void
}) {
  const [saved, save] = usePreference<Record<string, string>>(memory, {})
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [error, setError] = useState('')
  const take = (name: string, content: string): void => {
    onChange()
    const table = readCsvTable(content)
    if ('problem' in table) {
      setChosen(null)
      setError(table.problem)
      return
    }
    setError('')
    setChosen({ name, content, table, ...matchHeadings(table.headings, known, saved) })
  }
  const read = async (file: File): Promise<void> => {
    try {
      take(file.name, await fileText(file))
    } catch (thrown) {
      setChosen(null)
      setError(sentenceOf(thrown) ?? '')
    }
  }
  const missing = chosen
    ? known
        .filter(({ key, is_required }) => is_required && !(key in chosen.columns))
        .map(({ label }) => label)
    : []
  const send = ({ name, content, columns, table }: Chosen): void => {
    save(Object.fromEntries(Object.entries(columns).map(([key, at]) => [key, table.headings[at] ?? ''])))
    onSubmit({ name, content, columns })
  }
  return (
    <Stack>
      <Card title="File">
        <Stack>
          <p>{about}</p>
          <Row>
            <FileField
              label="CSV or Excel file"
              hideLabel
              isCleared
              accept={`.csv,.txt,.tsv,text/csv,${spreadsheet_types}`}
              onChoose={(file) => void read(file)}
            />
            <Button
              icon={IconDownload}
              onClick={() =>
                downloadText(
                  template,
                  toCsv([known.map(({ key }) => key), known.map(({ example }) => example)]),
                )
              }
            >
              Download template
            </Button>
          </Row>
          {error && <Notice variant="error" title={error} live />}
        </Stack>
      </Card>
      {chosen && (
        <>
          <Card title={chosen.name} note={`${chosen.table.rows.length} lines`} flush>
            <ColumnMatch
              file={{ headings: chosen.table.headings, lines: chosen.table.rows }}
              known={known}
              columns={chosen.columns}
              guessed={chosen.guessed}
              onChange={(columns) => {
                onChange()
                setChosen({ ...chosen, columns })
              }}
            />
          </Card>
          <Row>
            <Button
              variant="primary"
              busy={busy}
              reason={missing.length > 0 ? `Choose a column for: ${missing.join(', ')}.` : null}
              onClick={() => send(chosen)}
            >
              {submit}
            </Button>
          </Row>
        </>
      )}
    </Stack>
  )
}
