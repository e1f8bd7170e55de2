-- Tokens are made out to one MCP endpoint (RFC 8707): an install that moves to another address takes none of them along.

alter table oauth_grants add column resource text not null default '';
