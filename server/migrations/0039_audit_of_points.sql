-- compatible-from: 0034
-- Points are listed in the audit trail as locations, as their doors are, and not under the company.
DROP TRIGGER audit ON pickup_point;
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON pickup_point FOR EACH ROW EXECUTE FUNCTION audit_row('pickup_point', 'id');
UPDATE tenant_table_decision SET audit_type = 'pickup_point' WHERE table_name = 'pickup_point';
