-- compatible-from: 0060
-- What was said for the company alone stands beside what everybody reads. What drivers and other couriers wrote so far,
-- and how shipments were paid, moves there: nobody can tell any more which of a driver's words were chosen from a list.
ALTER TABLE tracking_event ADD COLUMN internal_message text NOT NULL DEFAULT '';
ALTER TABLE shipment ADD COLUMN tracking_internal_message text NOT NULL DEFAULT '';

GRANT UPDATE ON tracking_event TO courier_platform;
SET LOCAL ROLE courier_platform;
SELECT set_config('app.who', '{"username": "system", "channel": "job", "request_id": "0064"}', true);
UPDATE tracking_event e SET internal_message = e.message, message = ''
  WHERE e.message <> '' AND e.is_public AND e.status NOT IN ('delivered', 'returned-to-sender')
    AND (e.source = 'payment' OR e.status IN ('outsourced', 'partner-news')
      OR EXISTS (SELECT FROM app_user u WHERE u.provider_id = e.provider_id AND u.username = e.source AND u.role_id = 7));
UPDATE shipment s SET tracking_internal_message = s.tracking_message, tracking_message = ''
  WHERE s.tracking_message <> '' AND EXISTS (
    SELECT FROM tracking_event e WHERE e.provider_id = s.provider_id AND e.shipment_id = s.id
      AND e.internal_message = s.tracking_message);
RESET ROLE;
REVOKE UPDATE ON tracking_event FROM courier_platform;
