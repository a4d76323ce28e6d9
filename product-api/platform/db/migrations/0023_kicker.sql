-- A short line above a story's title.
alter table contents add kicker text;
alter table working_copies add kicker text;
alter table revisions add kicker text;
