"""Packs a folder into a reproducible zip file: python3 zip.py ARCHIVE.zip PARENT FOLDER"""

import os
import sys
import time
import zipfile
from pathlib import Path

archive, parent, folder = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
date = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
    for path in sorted(path for path in (parent / folder).rglob("*") if path.is_file()):
        entry = zipfile.ZipInfo(path.relative_to(parent).as_posix(), date)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o755 if path.suffix == ".exe" else 0o644) << 16
        packed.writestr(entry, path.read_bytes())
