import { IconPlus } from '../../kit/icons/icons.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { platformApi } from '@waybill/domain/platform-admin/api'
import { useState } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PartialListNotice } from '../../kit/ui/states/PartialListNotice.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { NewReleaseNote } from '../NewReleaseNote.tsx'
import styles from './release-notes-page.module.css'

/** Number of notes displayed first, and added by each press. */
const step = 50

/** Lists the release notes, newest first. Platform administrators write them here (NAV-009). */
export default function ReleaseNotesPage() {
  const mayWrite = mayCall(useMe(), platformApi.addReleaseNote)
  const [isWriting, setWriting] = useState(false)
  const [shown, setVisible] = useState(step)
  const query = useQuery({
    ...endpointQuery(platformApi.releaseNotes, { limit: shown }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page width="form">
      <PageHeader
        title="Release notes"
        primary={
          mayWrite && (
            <Button variant="primary" icon={IconPlus} data-shortcut="n" onClick={() => setWriting(true)}>
              New release note
            </Button>
          )
        }
      />
      {query.error && !query.data ? (
        <RegionError thrown={query.error} what="The release notes" onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <Loading lines={6} />
      ) : query.data.release_notes.length === 0 ? (
        <EmptyState title="No release notes yet.">News about each release appears here.</EmptyState>
      ) : (
        <Stack>
          {query.data.release_notes.map((note) => (
            <Card
              key={note.id}
              title={note.title}
              note={`Version ${note.version} · ${formatDate(note.time_created)}`}
            >
              <p className={styles.text}>{note.body}</p>
            </Card>
          ))}
          <PartialListNotice
            shown={query.data.release_notes.length}
            total={query.data.count}
            what="release notes"
            action={<Button onClick={() => setVisible(shown + step)}>Show older ones</Button>}
          />
        </Stack>
      )}
      {isWriting && <NewReleaseNote onClose={() => setWriting(false)} />}
    </Page>
  )
}
