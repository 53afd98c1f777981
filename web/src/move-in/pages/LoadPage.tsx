import { moveInApi, type LoadedFile } from '@waybill/domain/move-in/api'
import { kind_nouns, move_in_columns, move_in_kinds, type MoveInKind } from '@waybill/domain/move-in/columns'
import { max_file_lines } from '@waybill/domain/move-in/records'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh, useChange } from '../../kit/api/index.ts'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { toast } from '../../kit/layers/toasts.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Row, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { ProgressBar } from '../../kit/ui/states/ProgressBar.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { PageNotFound } from '../../kit/url/page-not-found.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { CellProblems } from '../CellProblems.tsx'
import { FileMatch, type MatchedFile } from '../FileMatch.tsx'
import { kind_texts } from '../kind-texts.ts'
import { LineTable } from '../LineTable.tsx'
import { checkFile, loadFile } from '../portion-calls.ts'

/** Page that checks and loads a file of one kind of another system. */
export default function LoadPage() {
  const wanted = usePathPart('kind')
  const kind = move_in_kinds.find((one) => one === wanted)
  if (!kind) throw new PageNotFound()
  return <Load key={kind} kind={kind} />
}

function Load({ kind }: { kind: MoveInKind }) {
  const go = useGo()
  const client = useQueryClient()
  const [step, setStep] = useState({ done: 0, of: 0 })
  const [file, setFile] = useState<MatchedFile | null>(null)
  const [found, setFound] = useState<LoadedFile | null>(null)
  const [isApplied, setApplied] = useState(false)
  const [error, setError] = useState('')
  const failed = (thrown: Error): void => {
    setError(thrown.message)
    setFound(null)
  }
  const check = useChange({
    act: (one: MatchedFile) => checkFile(kind, one, setStep),
    failed,
    done: setFound,
  })
  const load = useChange({
    act: (one: MatchedFile) => loadFile(kind, one, isApplied, setStep),
    failed,
    settled: () => refresh(client, [moveInApi.overview, moveInApi.batches, moveInApi.openings]),
    done: ({ added, changed }) => {
      toast.success(`${formatCount(added + changed)} ${kind_nouns[kind]} loaded`)
      void go('/tools/move-in')
    },
  })
  const start = (one: MatchedFile): void => {
    setError('')
    setFound(null)
    setApplied(false)
    setFile(one)
    setStep({ done: 0, of: 0 })
    check.mutate(one)
  }
  return (
    <Page width="detail">
      <PageHeader title={kind_texts[kind].title} back={{ to: '/tools/move-in', label: 'Move in' }} />
      <Stack>
        <FileMatch
          memory={`move_in_columns_${kind}`}
          known={move_in_columns[kind]}
          template={`${kind}-template.csv`}
          about={`${kind_texts[kind].about} At most ${formatCount(max_file_lines)} lines. The check stores nothing.`}
          busy={check.isPending}
          submit="Check file"
          onChange={() => {
            setFound(null)
            setError('')
          }}
          onSubmit={start}
        />
        {error && <Notice variant="error" title={error} live />}
        {found && found.problem_count > 0 && (
          <CellProblems problems={found.problems} count={found.problem_count} />
        )}
        {file && found?.problem_count === 0 && (
          <Result
            kind={kind}
            found={found}
            isApplied={isApplied}
            onApply={setApplied}
            busy={load.isPending}
            onLoad={() => {
              setStep({ done: 0, of: 0 })
              load.mutate(file)
            }}
          />
        )}
        {(check.isPending || load.isPending) && step.of > 0 && (
          <Card
            title={check.isPending ? 'Checking' : 'Loading'}
            note={`${formatCount(step.done)} of ${formatCount(step.of)} lines`}
          >
            <ProgressBar label="Lines done" {...step} />
          </Card>
        )}
      </Stack>
    </Page>
  )
}

function Result({
  kind,
  found,
  isApplied,
  onApply,
  busy,
  onLoad,
}: {
  kind: MoveInKind
  found: LoadedFile
  isApplied: boolean
  onApply: (isApplied: boolean) => void
  busy: boolean
  onLoad: () => void
}) {
  const count = found.added + (isApplied ? found.changed : 0)
  const differences = found.records.flatMap(({ old_key, differences: all }) =>
    all.map(({ column, before, after }) => [old_key, column, before || '–', after || '–']),
  )
  return (
    <>
      <Card title="Result of the check">
        <Facts
          of={[
            ['New', formatCount(found.added)],
            ['Changed since they were loaded', formatCount(found.changed)],
            ['Loaded before, the same', formatCount(found.same)],
          ]}
        />
      </Card>
      {found.changed > 0 && (
        <Card title="Differences" flush>
          <LineTable
            label="Differences"
            headings={['Record', 'Column', 'Now', 'In the file']}
            lines={differences}
          />
        </Card>
      )}
      {found.changed > 0 && (
        <Checkbox
          {...standaloneField('apply_changes', isApplied, onApply)}
          label={`Also change the ${formatCount(found.changed)} that are different`}
        />
      )}
      <Row>
        <Button
          variant="primary"
          busy={busy}
          reason={count === 0 ? 'The file holds nothing new.' : null}
          onClick={onLoad}
        >
          Load {formatCount(count)} {kind_nouns[kind]}
        </Button>
      </Row>
    </>
  )
}
