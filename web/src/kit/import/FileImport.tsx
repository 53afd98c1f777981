import { IconDownload } from '../icons/kit-icons.ts'
import type { Endpoint } from '@waybill/domain/kit/calls/endpoint'
import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { useEndpointMutation } from '../api/index.ts'
import { standaloneField } from '../form/FieldFrame.tsx'
import { FileField } from '../form/FileField.tsx'
import { TextArea } from '../form/TextField.tsx'
import { downloadText } from '../table/export/csv.ts'
import { ButtonLink } from '../ui/buttons/AppLink.tsx'
import { Button } from '../ui/buttons/Button.tsx'
import { Card } from '../ui/page-layout/Card.tsx'
import { Row, Stack } from '../ui/page-layout/Layout.tsx'
import { Notice } from '../ui/states/Notice.tsx'
import { ScrollRegion } from '../ui/page-layout/ScrollRegion.tsx'
import { fileText, spreadsheet_types } from './file-text.ts'
import styles from './import.module.css'

/** A line of a file as checked by the server, with the columns that were read. */
export type CheckedLine = Readonly<Record<string, unknown>> & {
  line: number
  /** The problems of the line; empty when it can be imported. */
  problems: readonly string[]
  /** What the import will do with the line, if 'Ready' does not say enough. */
  effect?: string
}

/** An endpoint that only checks a file with `dry_run`, and otherwise imports all of its lines or none. */
export type ImportEndpoint = Endpoint<
  z.ZodType<{ text: string; dry_run?: boolean | undefined }>,
  z.ZodType<{ lines: CheckedLine[]; imported: number }>
>

/**
 * Imports a file of lines: the user chooses or pastes it, the server checks it line by line, and then all lines are
 * imported or none.
 */
export function FileImport({
  endpoint,
  refresh,
  template,
  about,
  columns,
  countOf,
  submit,
  done,
  cancel,
}: {
  endpoint: ImportEndpoint
  /** Endpoints whose queries are invalidated after the import. */
  refresh: readonly Endpoint[]
  template: { name: string; text: string }
  /** Explains what the file contains. */
  about: ReactNode
  /** The columns displayed for every line: field name and title. */
  columns: readonly (readonly [string, string])[]
  /** Number of lines with its noun: `3 users`. */
  countOf: (lines: number) => string
  /** Button text, a verb with the number: `Invite 3 users`. */
  submit: (lines: number) => string
  done: (imported: number) => void
  /** Link target of 'Cancel'. */
  cancel: string
}) {
  const [file, setFile] = useState<{ name: string; text: string } | null>(null)
  const [pasted, setPasted] = useState('')
  const [lines, setLines] = useState<readonly CheckedLine[] | null>(null)
  const [error, setError] = useState('')
  const failed = (thrown: Error): void => {
    setError(thrown.message)
    setLines(null)
  }
  const check = useEndpointMutation(endpoint, { done: (checked) => setLines(checked.lines), failed })
  const run = useEndpointMutation(endpoint, { refresh, failed, done: ({ imported }) => done(imported) })
  const begin = (name: string, text: string): void => {
    setFile({ name, text })
    setError('')
    setLines(null)
    check.mutate({ text, dry_run: true })
  }
  const wrong = lines?.filter(({ problems }) => problems.length > 0).length ?? 0
  return (
    <Stack>
      <Card title="File">
        <Stack>
          {about}
          <Row>
            <FileField
              label="CSV or Excel file"
              hideLabel
              isCleared
              accept={`.csv,text/csv,${spreadsheet_types}`}
              onChoose={(chosen) => fileText(chosen).then((text) => begin(chosen.name, text), failed)}
            />
            <Button icon={IconDownload} onClick={() => downloadText(template.name, template.text)}>
              Download template
            </Button>
          </Row>
          <TextArea
            {...standaloneField('pasted', pasted, setPasted)}
            label="Or paste the lines, with the column names in the first line"
            rows={3}
            maxLength={1_000_000}
          />
          {pasted.trim() !== '' && (
            <Row>
              <Button onClick={() => begin('Pasted lines', pasted)} busy={check.isPending}>
                Check lines
              </Button>
            </Row>
          )}
          {check.isPending && <p role="status">Checking {file?.name}…</p>}
          {error && <Notice variant="error" title={error} live />}
        </Stack>
      </Card>
      {lines && file && (
        <Card title={file.name} note={countOf(lines.length)} flush>
          <ScrollRegion label="Lines of the file" className={styles.scroll}>
            <Lines lines={lines} columns={columns} />
          </ScrollRegion>
        </Card>
      )}
      {lines && wrong > 0 && (
        <Notice variant="warning" title={wrong === 1 ? 'One line is wrong.' : `${wrong} lines are wrong.`}>
          Nothing is imported until every line is right. Correct the file and choose it again.
        </Notice>
      )}
      {lines && file && wrong === 0 && (
        <Row>
          <ButtonLink to={cancel}>Cancel</ButtonLink>
          <Button variant="primary" busy={run.isPending} onClick={() => run.mutate({ text: file.text })}>
            {submit(lines.length)}
          </Button>
        </Row>
      )}
    </Stack>
  )
}

function Lines({
  lines,
  columns,
}: {
  lines: readonly CheckedLine[]
  columns: readonly (readonly [string, string])[]
}) {
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">Line</th>
          {columns.map(([key, title]) => (
            <th key={key} scope="col">
              {title}
            </th>
          ))}
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.line}>
            <td>{line.line}</td>
            {columns.map(([key]) => (
              <td key={key}>{String(line[key] ?? '')}</td>
            ))}
            <td>
              {line.problems.length === 0 ? (
                line.effect || 'Ready'
              ) : (
                <span className={styles.wrong}>{line.problems.join(' ')}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
