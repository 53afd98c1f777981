import { depotApi, type DepotRow } from '@waybill/domain/drivers/depot-api'
import { blockerText, mayRelease } from '@waybill/domain/hub/floor/ready-gate'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextArea } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'

const form_id = 'release-route'

/** Dialog to release the route of a van; one that is not ready needs a reason and the right to override the gate. */
export function ReleaseDialog({
  row,
  about,
  onClose,
}: {
  row: DepotRow
  about: { branch_id: number | undefined; date: string | undefined }
  onClose: () => void
}) {
  const me = useMe()
  const blockers = row.blockers.map((blocker) => blockerText(blocker, row).text)
  // With a reason, the rule only depends on the right.
  const may = mayRelease(me, blockers, 'any')
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      blockers.length > 0 && reason.trim() === ''
        ? [{ field: 'reason', message: 'Say why it leaves although it is not ready.' }]
        : true,
  })
  const release = useEndpointMutation(depotApi.release, {
    inForm: true,
    refresh: [depotApi.board],
    done: onClose,
  })
  return (
    <Modal
      title={`Release the route of ${row.name}?`}
      onClose={onClose}
      width="narrow"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form_id}
            variant="primary"
            busy={release.isPending}
            {...(may === true ? {} : { reason: may.message })}
          >
            Release
          </Button>
        </>
      }
    >
      <FormPanel
        id={form_id}
        hideButtons
        form={form}
        saving={release.isPending}
        error={release.error}
        submit="Release"
        onSubmit={({ reason }) => release.mutate({ driver: row.username, ...about, reason })}
      >
        {blockers.length === 0 ? (
          <p>Everything is loaded. The driver may leave.</p>
        ) : (
          <>
            <Notice variant="warning">{blockers.join(' ')}</Notice>
            {may === true && (
              <TextArea
                {...form.field('reason')}
                label="Reason"
                hint="It is stored with what is not ready."
                maxLength={500}
              />
            )}
          </>
        )}
      </FormPanel>
    </Modal>
  )
}
