-- The processes that send, and what each is handing to the mail server: [{"send_id", "subscriber_id", "lease_until"}]. Only
-- that is in doubt if the process dies. An entry counts as long as the recipient has this lease.
create table senders (
  id uuid primary key,
  begun jsonb not null,
  changed_at timestamptz(3) not null
);
-- Of what is being sent right now nobody has written that down.
insert into senders (id, begun, changed_at)
select gen_random_uuid(), jsonb_agg(jsonb_build_object(
  'send_id', send_id, 'subscriber_id', subscriber_id, 'lease_until', lease_until)), now()
from send_recipients where state = 'sending' having count(*) > 0;

-- What was left in the queue of a send that had ended: as cancelled it comes with the next digest, as long as it is news.
update send_recipients as r set state = 'cancelled' from sends
where sends.id = r.send_id and sends.state = 'done' and r.state = 'queued';

-- Since when a subscriber has this address; null: from the beginning.
alter table subscribers add column email_since timestamptz(3);
