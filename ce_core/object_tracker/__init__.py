"""Object Tracker-Localizer: who is where, from a motion capture system or from a LiDAR (Figure 2)."""

from ce_core.object_tracker.pose_tracker import PoseTracker, PoseTrackerConfig
from ce_core.object_tracker.track import Track

__all__ = ["PoseTracker", "PoseTrackerConfig", "Track"]
