import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Row } from '../../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import styles from './back-from-point.module.css'

/** Offers where a parcel goes that came back from its pickup point. The price is displayed before anything is saved. */
export function BackFromPoint({
  place,
  elsewhere,
  onSender,
}: {
  /** Name of the pickup point. */
  place: string
  /** Address of the page where another address or point is chosen. */
  elsewhere: string
  /** `null` when the user may not return it. */
  onSender: (() => void) | null
}) {
  return (
    <div className={styles.strip}>
      <Notice variant="warning" title={`The parcel came back from ${place || 'its pickup point'}.`}>
        <p>Choose where it goes now. Without a choice it goes there again.</p>
        <Row>
          <ButtonLink size="sm" to={elsewhere}>
            Choose another place
          </ButtonLink>
          {onSender && (
            <Button size="sm" onClick={onSender}>
              Return to sender
            </Button>
          )}
        </Row>
      </Notice>
    </div>
  )
}
