-- Why a platform admin views a workspace, and how many pages they opened: the workspace reads both.

alter table workspace_views add column reason text not null default '';
alter table workspace_views add column pages integer not null default 0;
