import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { useDamageReports } from './use-damage-reports.ts'

/** Damage reports that wait on this device, and those that the server rejected; renders nothing when there are none. */
export function UnsentDamages({ username }: { username: string }) {
  const { waiting, refused, forget } = useDamageReports(username)
  return (
    <>
      {waiting.length > 0 && (
        <Notice
          variant="info"
          title={waiting.length === 1 ? '1 damage is being sent' : `${waiting.length} damages are being sent`}
        >
          They are saved on this device and are sent as soon as there is a network.
        </Notice>
      )}
      {refused.map(({ id, content, refusal }) => (
        <Notice
          key={id}
          variant="error"
          title={`The damage of ${content.parcel_reference} was not reported`}
          action={
            <Button size="sm" onClick={() => forget(id)}>
              Discard
            </Button>
          }
        >
          {refusal} It says: {content.note}
        </Notice>
      ))}
    </>
  )
}
