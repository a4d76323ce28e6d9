-- The end of a job's lease for sending a writer the figures of a month: two such jobs don't both send.
alter table users add column monthly_figures_until timestamptz(3);
