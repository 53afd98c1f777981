-- compatible-from: 0063
-- A message that waits for the end of the quiet hours is not sent when its event was undone meanwhile.
ALTER TABLE message ADD COLUMN tracking_event_id bigint;
COMMENT ON COLUMN message.tracking_event_id IS 'The tracking event that the message is about; none for messages about something else.';
