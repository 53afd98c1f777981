-- compatible-from: 0064
-- What phone networks report of a message: that it has reached the phone. `failed` may come by report as well.
ALTER TABLE message DROP CONSTRAINT message_status_check;
ALTER TABLE message ADD CONSTRAINT message_status_check
  CHECK (status IN ('queued', 'sent', 'delivered', 'failed', 'skipped'));
CREATE INDEX message_at_gateway ON message (provider_id, gateway_message_id) WHERE gateway_message_id IS NOT NULL;
