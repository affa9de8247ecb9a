"""That batches are stepped several games in one instruction, which is for the compiler to decide."""

import platform
import re
import shutil
import subprocess
import unittest

import quintet
import quintet._core

#: Instructions on four numbers of 64 bits at once, which only the rules of a game need.
PACKED = re.compile(r"\s(vpaddq|vpsrlq|vpsllq|vpsrlvq|vpsllvq|vpcmpeqq)\s.*%ymm")


@unittest.skipUnless(platform.machine() == "x86_64" and shutil.which("objdump"), "for x86-64, and needs objdump")
class MachineCode(unittest.TestCase):
    def test_the_rules_of_every_size_are_stepped_several_games_at_once(self) -> None:
        listing = subprocess.Popen(
            ["objdump", "--disassemble", "--no-show-raw-insn", quintet._core.__file__],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert listing.stdout is not None
        counts: list[int] = []
        is_step = False
        for line in listing.stdout:
            if line.endswith(">:\n"):
                is_step = "step_all_avx2" in line and "closure" not in line
                counts += [0] * is_step
            elif is_step and PACKED.search(line):
                counts[-1] += 1
        self.assertEqual(listing.wait(), 0)
        # With and without automatic reset. Compiled one game at a time (-C no-vectorize-loops) they have none.
        self.assertEqual(len(counts), 2 * sum(len(sizes) for sizes in quintet.games().values()))
        self.assertGreater(min(counts), 50, counts)


if __name__ == "__main__":
    unittest.main()
