-- Whether Bing was asked about any link of a report, without reading all of its checks.
create index looks_bing on looks (job_id) where engine = 'scan_bing';
