import {
  help_centre_contact_email,
  help_centre_contact_form,
  help_centre_video_links,
} from '@waybill/domain/help/settings'
import {
  support_address,
  support_email,
  support_phone,
  support_whatsapp,
} from '@waybill/domain/identity/settings'
import { bareNumber, dialledPhone } from '@waybill/domain/kit/contacts/phone'
import { useSetting } from '../kit/session/me.ts'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Stack } from '../kit/ui/page-layout/Layout.tsx'
import { ContactCompany } from './ContactCompany.tsx'
import styles from './help-contact.module.css'

/** Shows other ways to get help: the contact form, the company's contact details, and videos. */
export function HelpContact({ hasForm = false }: { hasForm?: boolean }) {
  const email = useSetting(support_email)
  const phone = useSetting(support_phone)
  const whatsapp = useSetting(support_whatsapp)
  const address = useSetting(support_address)
  const receiver = useSetting(help_centre_contact_email) || email
  const canSendQuestion = useSetting(help_centre_contact_form) && receiver !== '' && hasForm
  const videos = useSetting(help_centre_video_links)
  return (
    <Stack>
      {videos.length > 0 && (
        <Card title="Videos">
          <ul className={styles.contact}>
            {videos.map(({ title, url }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noreferrer">
                  {title || url}
                </a>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {(email || phone || whatsapp || address || canSendQuestion) && (
        <Card title="Still need help?">
          <Stack>
            {(email || phone || whatsapp) && (
              <p className={styles.contact}>
                {email && <a href={`mailto:${email}`}>{email}</a>}
                {phone && <a href={`tel:${bareNumber(phone)}`}>{phone}</a>}
                {whatsapp && (
                  <a href={`https://wa.me/${dialledPhone(whatsapp)}`} target="_blank" rel="noreferrer">
                    {`WhatsApp ${whatsapp}`}
                  </a>
                )}
              </p>
            )}
            {address && <address className={styles.office}>{address}</address>}
            {canSendQuestion && (
              <div className={styles.ask}>
                <ContactCompany />
              </div>
            )}
          </Stack>
        </Card>
      )}
    </Stack>
  )
}
